#!/bin/sh
# get-texts.sh DIR: puts documentation of software into DIR, by which bench/word-vectors.ts learns what words mean. None of it is
# documentation that a bench asks about. From Debian 12; needs apt-get and dpkg-deb.
set -eu
to=$(mkdir -p "$1" && cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

packages='apache2-doc aptitude-doc-en backuppc bacula-doc bind9-doc buildbot-doc cmake-doc corosync-doc cyrus-doc
  debian-handbook debian-policy debian-reference-en developers-reference docker-doc exim4-doc-html ganeti-doc haproxy-doc
  icinga2-doc knot-doc libcurl4-doc libssl-doc libvirt-doc lighttpd-doc mailman3-doc nginx-doc nodejs-doc pacemaker-doc
  postfix-doc postgresql-doc-15 python-aiohttp-doc python-djangorestframework-doc python-elasticsearch-doc python-kombu-doc
  python-psycopg2-doc python-pymongo-doc python-scrapy-doc python-setuptools-doc python-tornado-doc python-werkzeug-doc
  python3.11-doc rsyslog-doc sphinx-doc sqlite3-doc'

for package in $packages; do
  apt-get -qq download "$package" 2>/dev/null
  dpkg-deb -x "$package"_*.deb "$package"
  # Apache names its pages by language; other translations are told by their folders.
  find "$package" -name '*.html.en' | while read -r page; do mv "$page" "${page%.en}"; done
  find "$package" -name '*.gz' -exec gunzip -qf {} + || true
  mkdir -p "$to/$package"
  (cd "$package" && find . -type f -size -3000k \( -name '*.html' -o -name '*.md' -o -name '*.rst' \) -not -path '*/_modules/*' \
    -not -path '*/_sources/*' -not -name 'genindex*' -not -name '*changelog*' -print | grep -vE '/(ar|cs|da|de|el|es|fa|fr|hu|id|it|ja|ko|nb|nl|pl|pt|ro|ru|sv|tr|uk|vi|zh)([-_][A-Z][A-Za-z]*)?/' |
    tar -c -T - | tar -x -C "$to/$package") || true
done
