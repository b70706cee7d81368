/** Styles that come with the code that needs them: the build makes a file of each, the content policy allows no other. */
declare module '*.css';
