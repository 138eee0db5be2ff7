/** Puts the focus on the first entry that does not hold, once it is drawn; on no tab but the open one. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const first = form?.querySelector<HTMLElement>('[aria-invalid="true"]:not([type="hidden"], [hidden] *)')
    first?.focus()
    first?.scrollIntoView({ block: 'center' })
  })
}

/** Puts the focus into the part that a button within this list has just added, the last of its kind, once it is drawn. */
export function focusAdded(button: HTMLElement, list: string, part: string): void {
  const parts = button.closest(list)
  requestAnimationFrame(() =>
    [...(parts?.querySelectorAll(part) ?? [])].at(-1)?.querySelector<HTMLElement>('input:not([type="hidden"])')?.focus(),
  )
}
