/** Lookback, ms; nearly every interface in service has a reading that recent. */
const RECENT = 2 * 86_400_000

/**
 * Finds the newest row of each interface as of an instant (ms UTC). A query that is bounded by time opens few partitions, so the
 * recent time is searched first; only interfaces without a row there are searched in full.
 */
export async function recentFirst<T extends { readonly interfaceId: number }>(
  ids: readonly number[],
  by: number,
  read: (ids: readonly number[], since: string) => Promise<readonly T[]>,
): Promise<T[]> {
  const recent = await read(ids, new Date(Math.max(0, by - RECENT)).toISOString())
  const found = new Set(recent.map(row => row.interfaceId))
  const rest = ids.filter(id => !found.has(id))
  return rest.length === 0 ? [...recent] : [...recent, ...(await read(rest, '-infinity'))]
}
