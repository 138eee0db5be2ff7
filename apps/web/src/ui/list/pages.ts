/** The numbers on the page buttons: at most `most`, around the present page, always full where there are enough pages. */
export function pageButtons(current: number, pages: number, most = 5): number[] {
  const count = Math.min(most, pages)
  const first = Math.max(0, Math.min(current - Math.floor(count / 2), pages - count))
  return Array.from({ length: count }, (_, at) => first + at)
}
