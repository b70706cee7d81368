/** The commands for fleets: `reins fleet init`, `invite`, `join`, `leave`, `ls`, `status`, `remove` and `rotate`. */
import { type Command, Option } from 'commander';
import { JSON_OPTION } from './json-option.ts';

export function addFleetCommands(program: Command, exit: (code: number) => void): void {
  const fleet = program.command('fleet').description('see and steer the sessions of several machines as one');
  fleet
    .command('init')
    .description('create a fleet on this machine, or change where its NATS server listens')
    .option('--name <name>', 'the name of this machine in the fleet; its host name by default')
    .option('--fleet <name>', 'the name of the fleet; "home" by default')
    .option('--listen <address>', 'where NATS listens: ADDRESS or ADDRESS:PORT; 127.0.0.1:4222 by default')
    .option('--url <url>', 'where other machines reach NATS, if that is another address')
    .option('--tls-cert <file>', 'certificate of the NATS server (PEM)')
    .option('--tls-key <file>', 'private key of the certificate (PEM)')
    .option('--tls-ca <file>', 'its certificate authority (PEM), if other machines do not trust it')
    .action(async (options) => exit(await (await import('./commands/fleet-init.ts')).initFleet(options)));
  fleet
    .command('invite')
    .description('invite a machine with a one-time invitation (text or QR code)')
    .argument('<name>', 'its name in the fleet')
    .addOption(
      new Option('--role <role>', 'highest role that other hosts have on it').choices([
        ...['viewer', 'approver', 'operator'],
      ]),
    )
    .option('--replace', 'for a host that joins again; its current key stops working')
    .option(...JSON_OPTION)
    .action(async (name, options) =>
      exit(await (await import('./commands/fleet-invite.ts')).inviteToFleet(name, options)),
    );
  addJoinCommand(fleet, exit);
  fleet
    .command('leave')
    .description('leave the fleet; on the machine that founded it, end it')
    .option('--force', 'end the fleet even if others are in it; delete damaged files')
    .action(async (options) => exit(await (await import('./commands/fleet-leave.ts')).leave(options)));
  fleet
    .command('ls')
    .description('list the hosts in the fleet')
    .option(...JSON_OPTION)
    .action(async (options) => exit(await (await import('./commands/fleet-ls.ts')).listHosts(options)));
  fleet
    .command('status')
    .description('check NATS, streams and hosts from this machine, and show how to fix problems')
    .option(...JSON_OPTION)
    .action(async (options) =>
      exit(await (await import('./commands/fleet-status.ts')).showFleetStatus(options)),
    );
  fleet
    .command('remove')
    .description('remove a host and revoke its key, or withdraw its invitation')
    .argument('<host>', 'its name or id')
    .action(async (host) => exit(await (await import('./commands/fleet-remove.ts')).removeFleetHost(host)));
  fleet
    .command('rotate')
    .description("replace this machine's NATS key")
    .action(async () => exit(await (await import('./commands/fleet-rotate.ts')).rotateFleetKey()));
}

function addJoinCommand(fleet: Command, exit: (code: number) => void): void {
  fleet
    .command('join')
    .description('join a fleet with an invitation or through an existing NATS server')
    .argument('[invitation]', 'the text of the invitation; "-" reads it from standard input')
    .option('--server <url...>', 'instead: an existing NATS server with JetStream, or several of a cluster')
    .option('--creds <file>', 'its credentials file')
    .option('--nkey <file>', 'or a file with the seed of an nkey user')
    .option('--token <token>', 'or a token; NATS_TOKEN works too')
    .option('--user <name>', 'or a user')
    .option('--password <password>', 'and a password; NATS_PASSWORD works too')
    .option('--ca <file>', 'its certificate authority (PEM), if this machine does not trust it')
    .option('--domain <name>', 'its JetStream domain, if it is a leaf node')
    .option('--name <name>', 'the name of this machine in the fleet; its host name by default')
    .option('--fleet <name>', "a name for the fleet; the server's name by default")
    .action(async (invitation, options) =>
      exit(await (await import('./commands/fleet-join.ts')).joinFleet(invitation, options)),
    );
}
