#!/bin/sh
# get-docs.sh DIR: puts the documentation that the graded questions are about into DIR, one folder a set, from the packages
# that ship it. Needs npm, apt-get and dpkg-deb. The sections that the questions name are those of Debian 12.
set -eu
to=$(mkdir -p "$1" && cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# npm_docs SET PACKAGE FOLDER
npm_docs() {
  mkdir "$1"
  tar -xzf "$(npm pack --silent "$2")" -C "$1"
  cp -R "$1/package/$3" "$to/$1"
}

# debian_docs SET PACKAGE FOLDER: without listings of source code, indexes and changelogs.
debian_docs() {
  apt-get -qq download "$2" 2>/dev/null
  dpkg-deb -x "$2"_*.deb "$1"
  mkdir -p "$to/$1"
  (cd "$1/usr/share/doc/$3" && find . -name '*.html' -not -path '*/_modules/*' -not -path '*/_sources/*' \
    -not -name 'genindex*' -not -name 'search.html' -not -name 'py-modindex.html' -not -name '*changelog*' \
    -not -name 'changes.html' -print0 | tar -ch --null -T - | tar -x -C "$to/$1")
}

# node_red_docs PACKAGE: the help of each node in each language, which stands in scripts.
node_red_docs() {
  mkdir node-red
  tar -xzf "$(npm pack --silent "$1")" -C node-red
  (cd node-red/package/locales && find . -name '*.html') | while read -r page; do
    mkdir -p "$to/node-red/$(dirname "$page")"
    sed -E '/<!--/,/-->/d; s#<script type="text/[^"]*" data-help-name="([^"]*)">#<h2>\1</h2>#; s#</script>##' \
      "node-red/package/locales/$page" >"$to/node-red/$page"
  done
}

npm_docs semantic-release semantic-release@19.0.5 docs
npm_docs stylelint stylelint@13.13.1 docs
npm_docs fastify fastify@5.12.8 docs
npm_docs pino pino@9.14.0 docs
npm_docs undici undici@6.29.1 docs/docs
npm_docs npm npm@10.9.9 docs/output
npm_docs next next@16.4.6 dist/docs/01-app
node_red_docs @node-red/nodes@5.0.7
debian_docs click python-click-doc python-click-doc/html
debian_docs tox tox tox/html
debian_docs faq-fr debian-faq-fr debian/FAQ/fr
debian_docs git git-doc git-doc
debian_docs jinja python-jinja2-doc python-jinja2-doc/html
debian_docs requests python-requests-doc python-requests-doc/html
debian_docs varnish varnish-doc varnish/html
debian_docs faq-de debian-faq-de debian/FAQ/de
npm_docs serverless serverless@2.72.4 docs/providers/aws
npm_docs sails sails@1.5.18 docs
npm_docs piscina piscina@5.3.2 docs/docs
debian_docs beets beets-doc beets/html
debian_docs mkdocs mkdocs-doc mkdocs/html
debian_docs aptitude-es aptitude-doc-es aptitude/html/es
debian_docs black python-black-doc python-black-doc/html
debian_docs cookiecutter python-cookiecutter-doc python-cookiecutter-doc/html
debian_docs i3 i3-wm i3-wm
