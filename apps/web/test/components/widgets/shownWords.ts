/** What is seen of an element, and what is said of its drawings, in the order of the page, with a space between the pieces. */
export function shownWords(element: Element): string {
  const words: string[] = []
  const walk = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const isDrawing = node instanceof Element && node.getAttribute('role') === 'img'
    words.push((isDrawing ? (node as Element).getAttribute('aria-label') : node.nodeValue) ?? '')
  }
  return words.join(' ').replaceAll(/\s+/g, ' ')
}
