/* Python for the scorecard page: three files in, a page out. */
import { start } from "./python.mjs";

let python = null;
const CODE = `
import io, os, tempfile
import numpy as np
import pandas as pd
from coursekit import risk

def card(files, keys, sensitive, tell):
    tables = {}
    for name, content in files.items():
        try:
            tables[name] = pd.read_csv(io.BytesIO(content))
        except Exception as error:
            raise ValueError(f"The {name} file is not a CSV file that pandas can read: {error}") from None
    made = risk.scorecard(**tables, keys=keys or None, sensitive=sensitive or None, rng=np.random.default_rng(1), progress=tell)
    path = os.path.join(tempfile.mkdtemp(), "scorecard.html")
    made.to_html(path)
    with open(path, encoding="utf-8") as page:
        return page.read(), ": ".join(made.verdict)
`;

onmessage = async ({ data }) => {
  try {
    if (!python) {
      python = await start([], say => postMessage({ say }));
      python.runPython(CODE);
    }
    postMessage({ say: "Reading the files …" });
    const files = python.toPy(Object.fromEntries(Object.entries(data.files).map(([name, bytes]) => [name, new Uint8Array(bytes)])));
    for (const name of files.keys()) files.set(name, files.get(name).tobytes());
    const tell = (done, total, what) => postMessage({ done, total, say: `Step ${done} of ${total}: ${what}` });
    const [html, verdict] = python.globals.get("card")(files, python.toPy(data.keys), python.toPy(data.sensitive), tell).toJs();
    postMessage({ html, verdict });
  } catch (error) {
    const lines = String(error.message ?? error).trim().split("\n");
    postMessage({ error: (lines.findLast(line => /^\w*(Error|Exception)\b/.test(line)) ?? lines.at(-1)).replace(/^\w+: /, "") });
  }
};
