// The search of the documents' site: sections that hold every word, those with it in their heading first.
;(() => {
  const MOST = 12
  const AROUND = 60
  const input = document.getElementById('search')
  const found = document.getElementById('found')
  const article = document.querySelector('article')

  function scoreOf([, page, heading, text], words) {
    let score = 0
    for (const word of words) {
      const inHeading = heading.toLowerCase().includes(word)
      const inPage = page.toLowerCase().includes(word)
      if (!inHeading && !inPage && !text.toLowerCase().includes(word)) return 0
      score += inHeading ? 4 : inPage ? 2 : 1
    }
    return score
  }

  function excerpt(text, word) {
    const at = Math.max(0, text.toLowerCase().indexOf(word) - AROUND)
    return `${at > 0 ? '… ' : ''}${text.slice(at, at + 2 * AROUND)} …`
  }

  function show() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    found.replaceChildren()
    found.hidden = words.length === 0
    article.hidden = words.length > 0
    if (words.length === 0) return
    const hits = SEARCH_INDEX.map((section) => ({ section, score: scoreOf(section, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST)
    for (const { section } of hits) {
      const [href, page, heading, text] = section
      const item = document.createElement('li')
      const link = document.createElement('a')
      link.href = href
      link.textContent = page === heading ? page : `${page}: ${heading}`
      link.addEventListener('click', () => {
        input.value = ''
        show()
      })
      const told = document.createElement('p')
      told.textContent = excerpt(text, words[0])
      item.append(link, told)
      found.append(item)
    }
    if (hits.length === 0)
      found.append(
        Object.assign(document.createElement('li'), { textContent: 'Nothing was found.' }),
      )
  }

  input.addEventListener('input', show)
  addEventListener('keydown', (event) => {
    if (event.key === '/' && event.target !== input) {
      event.preventDefault()
      input.focus()
    }
    if (event.key === 'Escape' && event.target === input) {
      input.value = ''
      show()
    }
  })
})()
