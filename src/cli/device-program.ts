/** The commands for devices: `reins reach`, `reins pair`, `reins devices` and `reins push`. */
import { type Command, Option } from 'commander';
import { JSON_OPTION } from './json-option.ts';

export function addDeviceCommands(program: Command, exit: (code: number) => void): void {
  program
    .command('reach')
    .description('check whether a phone could connect and get notifications, and show what to do')
    .option(...JSON_OPTION)
    .action(async (options) => exit(await (await import('./commands/reach.ts')).reach(options)));

  program
    .command('pair')
    .description('pair a phone or browser with a one-time QR code or link')
    .addOption(
      new Option('--role <role>', 'what the device may do: only watch, also answer requests, or everything')
        .choices(['viewer', 'approver', 'operator'])
        .default('approver'),
    )
    .option('--name <name>', 'its name; by default, the device chooses')
    .option('--no-wait', 'print the link and exit')
    .option(...JSON_OPTION)
    .action(async (options) => exit(await (await import('./commands/pair.ts')).pair(options)));

  const devices = program.command('devices').description('manage paired devices');
  devices
    .command('list', { isDefault: true })
    .description('list devices')
    .option(...JSON_OPTION)
    .action(async (options) => exit(await (await import('./commands/devices.ts')).listDevices(options)));
  devices
    .command('rename')
    .description('rename a device')
    .argument('<device>', 'its name or id')
    .argument('<name>', 'its new name')
    .action(async (device, name) =>
      exit(await (await import('./commands/devices.ts')).changeDevice(device, { name })),
    );
  devices
    .command('role')
    .description('change the role of a device')
    .argument('<device>', 'its name or id')
    .argument('<role>', 'viewer, approver or operator')
    .action(async (device, role) =>
      exit(await (await import('./commands/devices.ts')).changeDevice(device, { role })),
    );
  devices
    .command('revoke')
    .description('revoke a device')
    .argument('<device>', 'its name or id')
    .action(async (device) => exit(await (await import('./commands/devices.ts')).revokeDevice(device)));

  const push = program.command('push').description('manage notifications');
  push
    .command('list', { isDefault: true })
    .description('show recent deliveries')
    .option(...JSON_OPTION)
    .action(async (options) => exit(await (await import('./commands/push.ts')).listDeliveries(options)));
  push
    .command('test')
    .description('send a test notification to a device, or to every channel of the setting "notify"')
    .argument('[device]', 'its name or id; without it, the channels')
    .action(async (device) => exit(await (await import('./commands/push.ts')).testPush(device)));
  push
    .command('rotate')
    .description('create a new key for push services; devices switch to it on their next visit')
    .action(async () => exit(await (await import('./commands/push.ts')).rotateKey()));
}
