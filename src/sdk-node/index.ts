/** The SDK for Node: all of the SDK, and a `connect` that finds the hub of this machine automatically. */
export * from '../sdk/index.ts';
export { connect } from './connect.ts';
