/** For pictures: replaces paths of the stage on the page with those of a typical machine. */
import type { Page } from 'playwright-core';

export async function nameFolders(page: Page, from: string): Promise<void> {
  await page.evaluate((root) => {
    // A path consists of parts, so that it breaks between folders.
    for (const path of document.querySelectorAll('code:has(wbr), .path')) {
      const words = path.textContent ?? '';
      if (words.includes(root)) path.textContent = words.replaceAll(root, '~/code');
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (text.data.includes(root)) text.data = text.data.replaceAll(root, '~/code');
    }
  }, from);
}
