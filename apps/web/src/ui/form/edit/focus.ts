/** Focuses the first invalid field of the open tab after the next render. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const first = form?.querySelector<HTMLElement>('[aria-invalid="true"]:not([type="hidden"], [hidden] *)')
    first?.focus()
    first?.scrollIntoView({ block: 'center' })
  })
}

/** Focuses the list item that a button has just added (the last one) after the next render. */
export function focusAdded(button: HTMLElement, list: string, part: string): void {
  const parts = button.closest(list)
  requestAnimationFrame(() =>
    [...(parts?.querySelectorAll(part) ?? [])].at(-1)?.querySelector<HTMLElement>('input:not([type="hidden"])')?.focus(),
  )
}
