import { type ReactNode, useEffect, useRef } from 'react'

/** Result in place of the submitted form; takes the focus for screen readers. */
export function ResultBox({
  icon,
  title,
  hint,
  children,
}: {
  icon: ReactNode
  title: string
  hint: string
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="login-form">
      <span className="login-told" aria-hidden>
        {icon}
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{hint}</p>
      {children}
    </div>
  )
}
