{{- define "sidenote.name" -}}
{{- if contains "sidenote" .Release.Name }}{{ .Release.Name | trunc 63 | trimSuffix "-" }}{{ else }}{{ printf "%s-sidenote" .Release.Name | trunc 63 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "sidenote.selector" -}}
app.kubernetes.io/name: sidenote
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "sidenote.labels" -}}
{{ include "sidenote.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "sidenote.claim" -}}
{{ .Values.data.existingClaim | default (include "sidenote.name" .) }}
{{- end }}
