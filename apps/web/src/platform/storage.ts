// What this browser remembers. Storage may be forbidden (private windows, policies): then nothing is remembered, and nothing breaks.

const open = (kind: 'localStorage' | 'sessionStorage'): Storage | undefined => {
  try {
    return window[kind]
  } catch {
    return undefined
  }
}

const on = (kind: 'localStorage' | 'sessionStorage') => ({
  read(name: string): string | undefined {
    return open(kind)?.getItem(`steading.${name}`) ?? undefined
  },
  write(name: string, value: string | undefined): void {
    try {
      if (value === undefined) open(kind)?.removeItem(`steading.${name}`)
      else open(kind)?.setItem(`steading.${name}`, value)
    } catch (error) {
      console.warn('not remembered', name, error) // full or forbidden: the page works without
    }
  },
})

/** Kept on this device. */
export const device = on('localStorage')
/** Kept until this tab is closed. */
export const tab = on('sessionStorage')
