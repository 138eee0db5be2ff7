const clips = /^(hidden|clip|auto|scroll)$/

/** Pieces of text of a widget. */
export function textNodes(widget: Element): readonly Node[] {
  const found: Node[] = []
  const walk = document.createTreeWalker(widget, NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode())
    if (node.nodeValue?.trim() && !node.parentElement?.closest('.vh')) found.push(node)
  return found
}

/** A text with plain spaces. */
export const wordsOf = (text: Node): string => (text.nodeValue ?? '').replaceAll(/\s+/g, ' ').trim()

/** Whether a part of the height of a text is cut off, or has to be scrolled to. */
export function isClipped(text: Node, widget: Element): boolean {
  const range = document.createRange()
  range.selectNodeContents(text)
  const lines = [...range.getClientRects()]
  return lines.length === 0 || lines.some(line => isOutside(line, text.parentElement, widget))
}

/** A line of text reaches beyond an element around it that clips, by more than a pixel of rounding. */
function isOutside(line: DOMRect, parent: Element | null, widget: Element): boolean {
  for (let element = parent; element && widget.contains(element); element = element.parentElement) {
    if (!clips.test(getComputedStyle(element).overflowY)) continue
    const { top, bottom } = element.getBoundingClientRect()
    if (line.top < top - 1 || line.bottom > bottom + 1) return true
  }
  return false
}
