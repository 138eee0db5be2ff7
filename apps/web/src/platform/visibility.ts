/** A hidden tab keeps its stream for this long, so that a look at another program costs nothing (ms). */
export const hiddenMs = 30_000

export interface VisibilityOptions {
  readonly isHidden: () => boolean
  /** `isSeen` has changed. */
  readonly onChange: () => void
  /** This tab is looked at: other tabs give back what they hold. */
  readonly announce: () => void
}

/**
 * Whether a tab may hold a connection for itself: browsers have six for a host over HTTP/1.1, and tabs that hold them all freeze
 * every page. A tab that is opened in the background holds none; one that is hidden gives it back after a while, and at once
 * when another tab of the same browser is looked at.
 */
export function watchVisibility({ isHidden, onChange, announce }: VisibilityOptions) {
  let isSeen = !isHidden()
  let hiding: ReturnType<typeof setTimeout> | undefined
  const set = (next: boolean) => {
    clearTimeout(hiding)
    if (next === isSeen) return
    isSeen = next
    onChange()
  }
  if (isSeen) announce()
  return {
    isSeen: () => isSeen,
    /** The visibility of the document has changed. */
    update: () => {
      clearTimeout(hiding)
      if (isHidden()) {
        hiding = setTimeout(() => set(false), hiddenMs)
        return
      }
      announce()
      set(true)
    },
    /** Another tab is looked at. */
    yieldToOther: () => {
      if (isHidden()) set(false)
    },
    end: () => clearTimeout(hiding),
  }
}
