// Runs before the page is painted, so that the dark theme does not flash light.
{
  const chosen = localStorage.getItem("senet-theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
}
