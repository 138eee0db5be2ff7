import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'

/** True for a click that stays in this tab; the others (new tab, download) are the browser's. */
const staysHere = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A link within the application: an anchor that the router follows, its page fetched as soon as somebody points at it. */
export function Link({ href, onClick, children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const router = useRouter()
  const prepare = () => {
    const [path = href] = href.split(/[?#]/)
    router.preloadRoute({ to: path }).catch(() => undefined) // only a head start
  }
  return (
    <a
      {...rest}
      href={href}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={event => {
        onClick?.(event)
        if (event.defaultPrevented || !staysHere(event) || rest.target) return
        event.preventDefault()
        router.history.push(href)
      }}
    >
      {children}
    </a>
  )
}

/** Goes to a page of the application. */
export function useGo() {
  const router = useRouter()
  return (href: string, options?: { replace?: boolean }) =>
    options?.replace ? router.history.replace(href) : router.history.push(href)
}
