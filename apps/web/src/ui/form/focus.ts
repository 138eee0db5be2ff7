/** Puts the focus on the first entry that does not hold, once it is drawn; on no tab but the open one. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const first = form?.querySelector<HTMLElement>('[aria-invalid="true"]:not([type="hidden"], [hidden] *)')
    first?.focus()
    first?.scrollIntoView({ block: 'center' })
  })
}
