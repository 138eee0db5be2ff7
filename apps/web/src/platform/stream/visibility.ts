/** Time that a hidden tab keeps its stream, so that a short switch to another program does not reconnect (ms). */
export const hiddenMs = 30_000

export interface VisibilityOptions {
  readonly isHidden: () => boolean
  /** Called when `isSeen` changes. */
  readonly onChange: () => void
  /** Announces that this tab is visible: other tabs release their connection. */
  readonly announce: () => void
}

/**
 * Whether a tab may hold a connection. Browsers allow six per host over HTTP/1.1, and tabs that hold them all freeze every page.
 * A tab opened in the background holds none. A hidden tab releases its connection after a while, and at once when another tab
 * of the same browser becomes visible.
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
    /** Handles a change of the document's visibility. */
    update: () => {
      clearTimeout(hiding)
      if (isHidden()) {
        hiding = setTimeout(() => set(false), hiddenMs)
        return
      }
      announce()
      set(true)
    },
    /** Handles that another tab became visible. */
    yieldToOther: () => {
      if (isHidden()) set(false)
    },
    end: () => clearTimeout(hiding),
  }
}
