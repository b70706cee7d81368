/** A path or an address that breaks where its parts end, not in the middle of a name. */

export function Breakable({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(/(?<=[/?&])(?=[^/?&])/).map((part, index) => (
        // Parts have no other name.
        <span key={index}>
          {index > 0 && <wbr />}
          {part}
        </span>
      ))}
    </>
  );
}
