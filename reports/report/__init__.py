"""Reports on logs and on rule sheets: what there is to say as data, then as HTML, Markdown and JSON."""
