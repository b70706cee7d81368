/** The systemd user unit of a hub, as text. */
import type { ServiceSpec } from './service-spec.ts';

export function systemdUnit({ command, env, logFile }: ServiceSpec): string {
  return `# Written by "reins service install", which overwrites it. "reins service remove" deletes it.
[Unit]
Description=Reins, a hub for Claude Code sessions
StartLimitIntervalSec=300
StartLimitBurst=5

[Service]
Type=exec
ExecStart=${command.map((word) => quote(word).replaceAll('$', '$$$$')).join(' ')}
${Object.entries(env)
  .map(([name, value]) => `Environment=${quote(`${name}=${value}`)}`)
  .join('\n')}
Restart=on-failure
RestartSec=5
# Sessions outlive the hub: a stop or restart ends only the hub itself.
KillMode=process
OOMPolicy=continue
StandardOutput=append:${percent(logFile)}
StandardError=append:${percent(logFile)}

[Install]
WantedBy=default.target
`;
}

/** One word, with the characters that systemd interprets escaped. */
function quote(text: string): string {
  return `"${percent(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

function percent(text: string): string {
  return text.replaceAll('%', '%%');
}
