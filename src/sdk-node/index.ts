/** The SDK in Node: all of the SDK, and a `connect` that finds the hub of this machine by itself. */
export * from '../sdk/index.ts';
export { connect } from './connect.ts';
