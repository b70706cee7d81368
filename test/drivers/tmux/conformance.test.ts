import { started, testDriver } from '../driver-contract.ts';

testDriver(started('tmux'));
