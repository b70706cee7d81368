/** The launchd agent of a hub, as a property list. */
import type { ServiceSpec } from './service-spec.ts';

export function launchdLabel(name: string): string {
  return `local.${name}`;
}

export function launchdPlist({ name, command, env, logFile }: ServiceSpec): string {
  const variables = Object.entries(env).map(
    ([key, value]) => `    <key>${escapeXml(key)}</key>\n    ${string(value)}`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- Written by "reins service install", which overwrites it. "reins service remove" deletes it. -->
<plist version="1.0">
<dict>
  <key>Label</key>
  ${string(launchdLabel(name))}
  <key>ProgramArguments</key>
  <array>
${command.map((word) => `    ${string(word)}`).join('\n')}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
${variables.join('\n')}
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <!-- Sessions outlive the hub: a stop or restart ends only the hub itself. -->
  <key>AbandonProcessGroup</key>
  <true/>
  <key>StandardOutPath</key>
  ${string(logFile)}
  <key>StandardErrorPath</key>
  ${string(logFile)}
</dict>
</plist>
`;
}

function string(text: string): string {
  return `<string>${escapeXml(text)}</string>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
