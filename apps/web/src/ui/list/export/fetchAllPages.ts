import type { Page } from '@steading/contract/http/paging'

/** The most rows of a file, unless its list says otherwise. */
export const mostRows = 5_000
/** The largest page of most lists. */
const largestPage = 50

/**
 * Every row of a list, page after page and each once though rows may move between pages meanwhile; at most `most`.
 * `total` is how many there are.
 */
export async function everyPage<T extends { readonly id: string }>(
  fetch: (paging: { readonly currentPage: number; readonly itemsPerPage: number }) => Promise<Page<T>>,
  progress: (done: number, total: number) => void,
  most = mostRows,
  size = largestPage,
): Promise<{ readonly rows: readonly T[]; readonly total: number }> {
  const rows = new Map<string, T>()
  for (let currentPage = 0; ; currentPage++) {
    const { content, totalElements } = await fetch({ currentPage, itemsPerPage: size })
    for (const row of content) if (rows.size < most) rows.set(row.id, row)
    progress(rows.size, Math.min(totalElements, most))
    if (content.length < size || rows.size >= most) return { rows: [...rows.values()], total: totalElements }
  }
}
