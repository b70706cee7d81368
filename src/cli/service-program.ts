/** The commands that keep a hub running: `reins service` and `reins upgrade-check`. */
import type { Command } from 'commander';
import { JSON_OPTION } from './json-option.ts';
import { parseCount } from './parse-count.ts';

export function addServiceCommands(program: Command, exit: (code: number) => void): void {
  const service = program
    .command('service')
    .description('run the hub as a service of your user (systemd or launchd)');
  service
    .command('install')
    .description('install and start the service, or restart it after an upgrade; sessions continue')
    .action(async () => exit(await (await import('./commands/service.ts')).installService()));
  service
    .command('remove')
    .description('stop the service and delete its definition; sessions continue')
    .action(async () => exit(await (await import('./commands/service.ts')).removeService()));
  service
    .command('status', { isDefault: true })
    .description('show whether the service is installed and running')
    .option(...JSON_OPTION)
    .action(async (options) => exit(await (await import('./commands/service.ts')).showService(options)));
  service
    .command('logs')
    .description('print the output of the hub, as a service or in the background')
    .option('-n, --lines <number>', 'how many lines', parseCount, 100)
    .option('-f, --follow', 'continue with new lines until Ctrl-C')
    .action(async (options) => exit(await (await import('./commands/service.ts')).serviceLogs(options)));

  program
    .command('upgrade-check')
    .description('compare the running hub with the installed version; contacts nothing but the hub')
    .option(...JSON_OPTION)
    .action(async (options) =>
      exit(await (await import('./commands/upgrade-check.ts')).upgradeCheck(options)),
    );
}
