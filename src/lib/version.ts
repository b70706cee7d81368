/** The version of this package, the single source being package.json. */
export { version as REINS_VERSION } from '../../package.json';
