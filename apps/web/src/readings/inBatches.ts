import { MAX_INTERFACES } from '@steading/contract/devices/readings'

/** Asks for many interfaces, in as many calls as the contract's limit makes of them. */
export async function inBatches<T>(
  ids: readonly string[],
  ask: (some: string[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const found: T[] = []
  for (let at = 0; at < ids.length; at += MAX_INTERFACES) found.push(...(await ask(ids.slice(at, at + MAX_INTERFACES))))
  return found
}
