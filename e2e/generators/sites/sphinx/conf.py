project = "Acme"
html_theme = "furo"
html_js_files = [
    (
        "https://sidenote.acme.com/widget.js",
        {
            "data-domain": "acme",
            "data-key": "svc_dsc_KEY",
            "data-title": "Acme",
            "async": "async",
        },
    ),
]
