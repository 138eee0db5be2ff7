import type { Page } from '@steading/contract/paging'

/** The most rows that a file takes. */
export const mostRows = 5_000
/** The largest page that lists give. */
const size = 50

/**
 * Every row of a list, page after page and each once though rows may move between pages meanwhile; at most `mostRows`.
 * `total` is how many there are.
 */
export async function everyPage<T extends { readonly id: string }>(
  fetch: (paging: { readonly currentPage: number; readonly itemsPerPage: number }) => Promise<Page<T>>,
  progress: (done: number, total: number) => void,
): Promise<{ readonly rows: readonly T[]; readonly total: number }> {
  const rows = new Map<string, T>()
  for (let currentPage = 0; ; currentPage++) {
    const { content, totalElements } = await fetch({ currentPage, itemsPerPage: size })
    for (const row of content) if (rows.size < mostRows) rows.set(row.id, row)
    progress(rows.size, Math.min(totalElements, mostRows))
    if (content.length < size || rows.size >= mostRows) return { rows: [...rows.values()], total: totalElements }
  }
}
