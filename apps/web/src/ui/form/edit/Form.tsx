import type { ReactNode, RefObject } from 'react'

/** Form without the browser's own validation messages. */
export function Form({
  of: refObject,
  className = 'stack',
  onSubmit,
  children,
}: {
  /** Form element, searched for the first invalid field. */
  of: RefObject<HTMLFormElement | null>
  className?: string
  onSubmit: () => unknown
  children: ReactNode
}) {
  return (
    <form
      ref={refObject}
      noValidate
      className={className}
      onSubmit={event => {
        event.preventDefault()
        // React events bubble through portals: a form in a modal must not submit the form below it.
        event.stopPropagation()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}
