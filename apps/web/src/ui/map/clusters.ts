/** A place on the screen, in pixels. */
interface Point {
  readonly x: number
  readonly y: number
}

/** Which places stand for which: those nearer than `reach` to the first of a cluster join it. Indices of the places, in their order. */
export function clusters(points: readonly Point[], reach: number): readonly (readonly number[])[] {
  const found: { readonly at: Point; readonly members: number[] }[] = []
  for (const [index, point] of points.entries()) {
    const near = found.find(({ at }) => Math.hypot(at.x - point.x, at.y - point.y) < reach)
    if (near) near.members.push(index)
    else found.push({ at: point, members: [index] })
  }
  return found.map(({ members }) => members)
}
