/**
 * The sources of a calculated sensor in their order, the first being what others are taken from: null stands for each out of sight.
 * `hidden`: the places of those, from 0, upwards.
 */
export function insertHiddenSources(visible: readonly string[], hidden: readonly number[]): readonly (string | null)[] {
  const all: (string | null)[] = [...visible]
  for (const at of hidden) all.splice(at, 0, null)
  return all
}
