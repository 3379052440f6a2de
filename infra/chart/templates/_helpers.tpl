{{- define "atrium.prefix" -}}
{{ .Values.namePrefix | default .Release.Name }}
{{- end }}

{{- /* Labels of every object. */ -}}
{{- define "atrium.labels" -}}
app.kubernetes.io/part-of: atrium
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version | replace "+" "_" }}
{{- end }}

{{- /* Labels that select the pods of one service: (list root name). */ -}}
{{- define "atrium.selector" -}}
app.kubernetes.io/name: {{ index . 1 }}
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
{{- end }}

{{- /* The second of two maps over the first one, as YAML. The function mergeOverwrite would skip 0, false and "". */ -}}
{{- define "atrium.merge" -}}
{{- $merged := deepCopy (index . 0) -}}
{{- range $key, $above := index . 1 -}}
{{- $below := get $merged $key -}}
{{- if and (kindIs "map" $above) (kindIs "map" $below) -}}
{{- $above = include "atrium.merge" (list $below $above) | fromYaml -}}
{{- end -}}
{{- $_ := set $merged $key $above -}}
{{- end -}}
{{- toYaml $merged -}}
{{- end }}

{{- /* The values of one service over those of all services, as YAML: (list root name). */ -}}
{{- define "atrium.options" -}}
{{- $values := (index . 0).Values -}}
{{- include "atrium.merge" (list $values.defaults (get $values.services (index . 1) | default dict)) -}}
{{- end }}

{{- define "atrium.image" -}}
{{ (index . 0).Values.image.repository }}/{{ index . 1 }}:{{ (index . 0).Values.image.tag | default (index . 0).Chart.AppVersion }}
{{- end }}

{{- /* The restrictions of a container. */ -}}
{{- define "atrium.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- /* A setting as the text of a variable: no number as 1e+06, and lists with commas. */ -}}
{{- define "atrium.text" -}}
{{- if kindIs "string" . }}{{ . }}{{ else if kindIs "slice" . }}{{ join "," . }}{{ else }}{{ toJson . }}{{ end -}}
{{- end }}

{{- /* The settings of one service as YAML: (list root name options services). Later ones win. */ -}}
{{- define "atrium.settings" -}}
{{- $root := index . 0 -}}
{{- $service := get (index . 3) (index . 1) -}}
{{- $given := $root.Values.settings -}}
{{- $dashboard := $given.DASHBOARD_URL | default $given.API_URL -}}
{{- $all := dict "AUTH_BASE_URL" $given.API_URL "DASHBOARD_URL" $dashboard "CLIENT_URLS" $dashboard -}}
{{- range $name, $each := index . 3 -}}
{{- $_ := set $all (printf "%s_SERVICE_URL" (upper $name)) (printf "http://%s-%s:%d" (include "atrium.prefix" $root) $name (int $each.port)) -}}
{{- end -}}
{{- $all = include "atrium.merge" (list $all $given) | fromYaml -}}
{{- $own := deepCopy ((index . 2).settings | default dict) -}}
{{- range $service.settings -}}
{{- if and (hasKey $all .) (not (hasKey $own .)) -}}{{- $_ := set $own . (get $all .) -}}{{- end -}}
{{- end -}}
{{- toYaml $own -}}
{{- end }}

{{- /* A variable from the Secret: (list secretName key variable optional). */ -}}
{{- define "atrium.secretEnv" -}}
- name: {{ index . 2 }}
  valueFrom:
    secretKeyRef: { name: {{ index . 0 | quote }}, key: {{ index . 1 }}{{ if index . 3 }}, optional: true{{ end }} }
{{- end }}

{{- /* The variables of one service: (list root name options services). Secrets come first, because addresses name them. */ -}}
{{- define "atrium.env" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $service := get (index . 3) $name -}}
{{- $own := (index . 2).secretName -}}
{{- $secret := $own | default $root.Values.secretName -}}
{{- range $variable, $key := $service.secrets }}
{{ include "atrium.secretEnv" (list $secret (ternary $variable $key (ne $own "")) $variable false) }}
{{- end }}
{{- range $variable, $key := $service.optionalSecrets }}
{{ include "atrium.secretEnv" (list $secret (ternary $variable $key (ne $own "")) $variable true) }}
{{- end }}
{{- if $service.secrets.DATABASE_PASSWORD }}
{{- with $root.Values.postgresql }}
- { name: DATABASE_HOST, value: {{ .host | quote }} }
- { name: DATABASE_PORT, value: {{ .port | int | quote }} }
- { name: DATABASE_NAME, value: {{ .database | quote }} }
- { name: DATABASE_USER, value: atrium_{{ $name }} }
- { name: DATABASE_URL, value: {{ printf "postgres://$(DATABASE_USER):$(DATABASE_PASSWORD)@$(DATABASE_HOST):$(DATABASE_PORT)/$(DATABASE_NAME)%s" (.tls | ternary "?sslmode=verify-full" "") | quote }} }
{{- end }}
{{- if $root.Values.authorityConfigMap }}
- { name: NODE_EXTRA_CA_CERTS, value: /authority/ca.crt }
{{- end }}
{{- with $root.Values.nats }}
- { name: NATS_URL, value: {{ printf "%s://%s:$(NATS_PASSWORD)@%s" (.tls | ternary "tls" "nats") $name (join "," .servers) | quote }} }
{{- end }}
{{- end }}
{{- range $variable, $value := $service.fixed }}
- { name: {{ $variable }}, value: {{ $value | quote }} }
{{- end }}
{{- range $variable, $value := include "atrium.settings" . | fromYaml }}
- { name: {{ $variable }}, value: {{ include "atrium.text" $value | replace "$" "$$" | quote }} }
{{- end }}
{{- with (index . 2).extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}
