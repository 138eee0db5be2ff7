import { useEffect, useState } from 'react'

/** An address of a picture that is only in this browser, as long as it is shown. */
export function usePreview(picture: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = picture && URL.createObjectURL(picture)
    setUrl(made)
    return () => {
      if (made) URL.revokeObjectURL(made)
    }
  }, [picture])
  return url
}
