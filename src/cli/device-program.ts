/** The commands for devices: `reins pair`, `reins devices` and `reins push`. */
import { type Command, Option } from 'commander';
import { JSON_OPTION } from './json-option.ts';

export function addDeviceCommands(program: Command, exit: (code: number) => void): void {
  program
    .command('pair')
    .description('let a phone or a browser in, by a QR code or a link that works once')
    .addOption(
      new Option('--role <role>', 'viewer watches, approver also answers as asked, operator does everything')
        .choices(['viewer', 'approver', 'operator'])
        .default('approver'),
    )
    .option('--name <name>', 'what to call it; otherwise it says so itself')
    .option('--no-wait', 'print the link and return')
    .option(...JSON_OPTION)
    .action(async (options) => exit(await (await import('./commands/pair.ts')).pair(options)));

  const devices = program.command('devices').description('paired devices');
  devices
    .command('list', { isDefault: true })
    .description('show them')
    .option(...JSON_OPTION)
    .action(async (options) => exit(await (await import('./commands/devices.ts')).listDevices(options)));
  devices
    .command('rename')
    .description('give one another name')
    .argument('<device>', 'its name or id')
    .argument('<name>')
    .action(async (device, name) =>
      exit(await (await import('./commands/devices.ts')).changeDevice(device, { name })),
    );
  devices
    .command('role')
    .description('give one another role')
    .argument('<device>', 'its name or id')
    .argument('<role>', 'viewer, approver or operator')
    .action(async (device, role) =>
      exit(await (await import('./commands/devices.ts')).changeDevice(device, { role })),
    );
  devices
    .command('revoke')
    .description('shut one out at once')
    .argument('<device>', 'its name or id')
    .action(async (device) => exit(await (await import('./commands/devices.ts')).revokeDevice(device)));

  const push = program.command('push').description('notifications');
  push
    .command('list', { isDefault: true })
    .description('what became of the newest')
    .option(...JSON_OPTION)
    .action(async (options) => exit(await (await import('./commands/push.ts')).listDeliveries(options)));
  push
    .command('test')
    .description('send a device a notification, to see whether it arrives')
    .argument('<device>', 'its name or id')
    .action(async (device) => exit(await (await import('./commands/push.ts')).testDevice(device)));
  push
    .command('rotate')
    .description('make a new key for push services; devices take it at their next visit')
    .action(async () => exit(await (await import('./commands/push.ts')).rotateKey()));
}
