"""What runs beside the student's code: all of the classroom that a submission can see."""
