// Runs before the page is painted, so that nobody who has chosen the dark sees a flash of light.
{
  const chosen = localStorage.getItem("senet-theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
}
