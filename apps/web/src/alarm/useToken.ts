import { useEffect, useState } from 'react'

/** The token behind the # of the address, also of the next link that this tab is sent to: such a one loads no page anew. */
export function useToken(): string {
  const [token, take] = useState(hash)
  useEffect(() => {
    const next = () => {
      if (!hash()) return
      take(hash())
      forget()
    }
    forget()
    window.addEventListener('hashchange', next)
    return () => window.removeEventListener('hashchange', next)
  }, [])
  return token
}

const hash = () => window.location.hash.slice(1)

/** Nobody is to read it over a shoulder, or in this browser's history. */
function forget() {
  const { pathname, search } = window.location
  window.history.replaceState(window.history.state, '', pathname + search)
}
