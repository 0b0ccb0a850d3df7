"""Driving a program: a process that plays, asked line by line."""
