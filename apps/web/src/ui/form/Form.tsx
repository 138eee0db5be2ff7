import type { ReactNode, RefObject } from 'react'

/** A form whose messages are the field's own, not the browser's. */
export function Form({
  of,
  className = 'stack',
  onSubmit,
  children,
}: {
  /** Where the first wrong field is looked for. */
  of: RefObject<HTMLFormElement | null>
  className?: string
  onSubmit: () => unknown
  children: ReactNode
}) {
  return (
    <form
      ref={of}
      noValidate
      className={className}
      onSubmit={event => {
        event.preventDefault()
        // A form in a window above another one is not the other.
        event.stopPropagation()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}
