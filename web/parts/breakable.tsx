/** A path or URL that breaks between its parts, not within a name. */

export function Breakable({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(/(?<=[/?&])(?=[^/?&])/).map((part, index) => (
        // Parts have no other key.
        <span key={index}>
          {index > 0 && <wbr />}
          {part}
        </span>
      ))}
    </>
  );
}
