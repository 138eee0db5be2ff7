import { type ReactNode, useEffect, useRef } from 'react'

/** What has been done, in the place of the form that did it; those who hear it are led there. */
export function Told({ icon, title, hint, children }: { icon: ReactNode; title: string; hint: string; children: ReactNode }) {
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
